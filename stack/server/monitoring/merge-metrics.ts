// The metrics of several processes as those of one service.
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'

/** As JSON. */
export type MetricValues = MetricObjectWithValues<MetricValue<string>>[]

export const contentType = Registry.PROMETHEUS_CONTENT_TYPE

/** The metrics of the process that starts the others. */
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
 * Returns what stays when processes have ended: a counter must not decrease, because Prometheus would take that for a restart of
 * the service.
 */
export function toCounts(metrics: MetricValues[]): MetricValues {
  const counts = metrics.map((all) => all.filter(({ type }) => `${type}` === 'counter' || `${type}` === 'histogram'))
  // The registry returns what it was given, with values.
  return AggregatorRegistry.aggregate(counts).getMetricsAsArray() as MetricValues
}

/** Returns the text format of Prometheus. @param metrics Those of the primary process first. */
export function mergedText(metrics: MetricValues[]): Promise<string> {
  return AggregatorRegistry.aggregate(metrics.map((all) => all.map(withAggregator))).metrics()
}

/** The sum, unless the metric says otherwise. An alarm must see the slowest process, and when the service started. */
function withAggregator(metric: MetricValues[number]): MetricValues[number] {
  if (metric.name === 'process_start_time_seconds') return { ...metric, aggregator: 'min' }
  return metric.name.startsWith('nodejs_eventloop_lag') ? { ...metric, aggregator: 'max' } : metric
}
