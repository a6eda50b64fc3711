// The copy of the project in which StrykerJS runs the tests.

/** Its path has a hidden folder, which Express treats differently: sandbox.test.ts. */
export const sandboxFolder = '.stryker/sandbox'

/** Names and globs of what is not copied. StrykerJS links node_modules. */
export const notCopied = ['.stryker', '.data', 'dist', 'tools/**/node_modules']
