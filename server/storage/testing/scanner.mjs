/** A fake virus scanner: refuses bodies with EICAR, and fails on bodies with BROKEN. */
let text = ''
for await (const chunk of process.stdin) text += chunk
process.exit(text.includes('EICAR') ? 1 : text.includes('BROKEN') ? 2 : 0)
