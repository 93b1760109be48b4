"""Faults mended: what a rule says is to be done -> edits of the text.

One way, as in the check: a rule puts a record of :mod:`mcp_lint.fixes.records` into its finding and knows nothing of
texts; :mod:`~mcp_lint.fixes.plan` decides whether that is safe in this file, and what is to be written at which node;
:mod:`~mcp_lint.fixes.offsets` says where that is in the text; :mod:`~mcp_lint.fixes.rounds` changes the text until
there is nothing more to mend. Nothing here reads or writes a file.

A fix is made only where it is known to be right. Whatever it leaves, the report says.
"""
