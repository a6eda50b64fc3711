// The database engine and its schema version, shown in the start message and in the metrics.

export interface StoredSchema {
  engine: 'sqlite' | 'postgresql'
  /** How many migrations this service has applied, or found applied. */
  version: number
}
