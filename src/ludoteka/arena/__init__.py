"""Programs that play without people: the engine, and matches between any players."""
