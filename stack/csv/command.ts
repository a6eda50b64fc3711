// contract-stack/csv/command: shared functions of commands that read and write CSV files. They run on Node only.

export { connect } from './connect.ts'
export { isDelimiter, UsageError } from './parse-csv.ts'
export { type Progress, progressOn } from './progress.ts'
export { columnIn, quoteValue as shown, readTable } from './read-table.ts'
export { type CommandIo, runCommand } from './run-command.ts'
export { getDetail, messageForError, messageForStatus } from './service-errors.ts'
export { writeWhole } from './write-file.ts'
