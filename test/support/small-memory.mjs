// Loaded first: simulates a container with 200 MB of memory.
process.constrainedMemory = () => 200 * 1024 * 1024;
