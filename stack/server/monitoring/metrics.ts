// Metrics for Prometheus: number and duration of responses, and the state of one process or several.
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'
import type { Contract } from '../../core/contract/contract.ts'
import type { ResponseCounts } from './observe.ts'

export type MetricValues = MetricObjectWithValues<MetricValue<string>>[]

export const contentType = Registry.PROMETHEUS_CONTENT_TYPE

export type Metrics = ReturnType<typeof createMetrics>

export interface MetricSources {
  responses: ResponseCounts
  schema: { engine: string; version: number }
  droppedLogLines: () => number
  isStoreReady: () => Promise<boolean>
  /** Returns how many statements wait for a connection to the database. `undefined` without connections. */
  waitingStatements?: (() => number) | undefined
}

export function createMetrics(
  { product }: Contract,
  { responses, schema, droppedLogLines, isStoreReady, waitingStatements }: MetricSources,
) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  new Counter({
    name: `${product.shortName}_http_responses_total`,
    help: 'Responses, by operation of the contract and status. The status is `aborted` if the connection ended first.',
    labelNames: ['operation', 'status'],
    registers: [register],
    collect() {
      this.reset()
      for (const [operation, { statuses }] of responses) {
        for (const [status, count] of statuses) this.inc({ operation, status }, count)
      }
    },
  })
  const name = `${product.shortName}_http_response_seconds`
  const durations = new Histogram<'operation' | 'le'>({
    name,
    help: 'From the head of a request to the end of its response.',
    registers: [register],
  })
  const getHistogram = durations.get.bind(durations)
  durations.get = async () => ({ ...(await getHistogram()), values: histogramValues(name, responses) })
  new Counter({
    name: `${product.shortName}_log_lines_dropped_total`,
    help: 'Log lines that could not be written.',
    registers: [register],
    collect() {
      this.reset()
      this.inc(droppedLogLines())
    },
  })
  new Gauge({
    name: `${product.shortName}_store_info`,
    help: 'Always 1. The labels name the engine that stores the items, and the version of its tables.',
    labelNames: ['engine', 'schema_version'],
    aggregator: 'first',
    registers: [register],
  }).set({ engine: schema.engine, schema_version: schema.version }, 1)
  // Before the next metric, which may wait for a connection too.
  if (waitingStatements !== undefined) {
    new Gauge({
      name: `${product.shortName}_store_waiting_statements`,
      help: 'Statements that wait for a free connection to PostgreSQL.',
      registers: [register],
      collect() {
        this.set(waitingStatements())
      },
    })
  }
  new Gauge({
    name: `${product.shortName}_store_ready`,
    help: '1 if the database can be used, otherwise 0.',
    aggregator: 'min',
    registers: [register],
    async collect() {
      this.set((await isStoreReady()) ? 1 : 0)
    },
  })
  return {
    text: async () => renderMetrics([await register.getMetricsAsJSON()]),
    /** Returns all values, for the primary process, which merges those of all workers. */
    values: (): Promise<MetricValues> => register.getMetricsAsJSON(),
    contentType: register.contentType,
  }
}

function histogramValues(name: string, responses: ResponseCounts) {
  return [...responses].flatMap(([operation, { durations, seconds }]) => [
    ...durations.map(({ max, count }) => {
      return { metricName: `${name}_bucket`, labels: { le: max === Infinity ? '+Inf' : max, operation }, value: count }
    }),
    { metricName: `${name}_sum`, labels: { operation }, value: seconds },
    { metricName: `${name}_count`, labels: { operation }, value: durations.at(-1)?.count ?? 0 },
  ])
}

/** Returns a function for the metrics of the primary process. */
export function primaryMetrics(shortName: string, servingWorkers: () => number): () => Promise<MetricValues> {
  const register = new Registry()
  collectDefaultMetrics({ register })
  new Gauge({
    name: `${shortName}_workers`,
    help: 'Processes that take requests.',
    registers: [register],
    collect() {
      this.set(servingWorkers())
    },
  })
  return () => register.getMetricsAsJSON()
}

/**
 * Merges the counters and histograms of processes that have ended, and omits the other metrics. A counter must not
 * decrease, because Prometheus would take that for a restart of the service.
 */
export function mergeCounters(metrics: MetricValues[]): MetricValues {
  const counts = metrics.map((list) => list.filter(({ type }) => `${type}` === 'counter' || `${type}` === 'histogram'))
  // The registry returns the metrics that it was given, with their values.
  return AggregatorRegistry.aggregate(counts).getMetricsAsArray() as MetricValues
}

/** Merges metrics into the text format of Prometheus. @param metrics Metrics of each process, the primary process first. */
export function renderMetrics(metrics: MetricValues[]): Promise<string> {
  return AggregatorRegistry.aggregate(metrics.map((list) => list.map(withAggregator))).metrics()
}

/** Sets how to merge a metric: by default, as a sum. An alert must see the slowest process, and when the service started. */
function withAggregator(metric: MetricValues[number]): MetricValues[number] {
  if (metric.name === 'process_start_time_seconds') return { ...metric, aggregator: 'min' }
  return metric.name.startsWith('nodejs_eventloop_lag') ? { ...metric, aggregator: 'max' } : metric
}
