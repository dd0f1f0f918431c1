export const traceFilterNames = ['name', 'status', 'townId', 'testeeId'] as const
export const testeeFilterNames = ['name', 'townId'] as const

/** The traces of one testee. */
export const testeeTracesHref = (testeeId: number): string => `/trace/index?testeeId=${testeeId}`
