const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escape a text for HTML or XML: for content, and for the value of an attribute in double quotes. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"]/g, (mark) => marks[mark] ?? mark)
