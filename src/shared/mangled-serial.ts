/**
 * A number in the form that Excel gives what is too long for a cell: 2.40E+11, in some languages 2,40E+11; other programs leave out the sign,
 * 2.4e11. Without sign and decimals, 2E10 is what is printed on machines.
 */
const power = /^\d+(?:[.,]\d+E[+-]?|E[+-])\d{1,3}$/i
/** An error of a formula, or a cell too narrow for its number: #REF!, #NAME?, #N/A, #####. */
const failure = /^#(?:[\p{L}\d/_]+[!?]|N\/A|NV|GETTING_DATA|#+)$/iu
/** Excel keeps 15 digits of a number and fills up with zeros. */
const longNumber = /^\d{12,}000$/

/** Is this what a spreadsheet made of a serial? Asked of those that the fleet does not know: a machine may be called so. */
export const isMangledSerial = (serial: string): boolean => power.test(serial) || failure.test(serial) || longNumber.test(serial)
