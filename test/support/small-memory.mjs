// Loaded before everything else: as if this process were in a container of 200 MB.
process.constrainedMemory = () => 200 * 1024 * 1024;
