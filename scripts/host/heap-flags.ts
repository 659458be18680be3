/** Of Node.js: the host's heap gives back what only its start takes. */
export const HEAP_FLAGS = ["--max-semi-space-size=1", "--optimize-for-size"];
