"""Not parsed either, but there is nothing here that would have been checked."""
(total): int = 1
