/** The faults of a desk by what is wrong, in the order of its versions from 2. */
export declare const shopFaults: Record<string, unknown>
export declare const bankFaults: Record<string, unknown>
export declare const clinicFaults: Record<string, unknown>
export declare const hotelFaults: Record<string, unknown>
export declare const libraryFaults: Record<string, unknown>
