/** The folder of package.json, with a slash at its end. */
export declare const root: string
export declare function sourceStamp(): string
export declare function isBuilt(): boolean
