/** The faults of the desk by what is wrong, in the order of its versions from 2. */
export declare const visitFaults: Record<string, unknown>
