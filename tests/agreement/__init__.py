"""Both halves on the same tools: what the linter says is what the server does."""
