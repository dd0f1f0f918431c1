/** The traces of one testee. */
export const testeeTracesHref = (testeeId: number): string => `/trace/index?testeeId=${testeeId}`
