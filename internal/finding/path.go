package finding

import (
	"path/filepath"
	"unicode/utf8"
)

// Rel returns the slash-separated path of file below dir, or its absolute path
// when it is not below it.
func Rel(dir, file string) string {
	if rel, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(rel) {
		file = rel
	}
	return filepath.ToSlash(file)
}

// Printable returns s with control characters, bidirectional overrides and invalid UTF-8
// replaced: findings quote code and file names from untrusted sources, which must not
// control a terminal. Tabs and line breaks become spaces.
func Printable(s string) string {
	out := make([]rune, 0, len(s))
	for _, r := range s {
		switch {
		case r == '\t', r == '\n', r == '\r':
			r = ' '
		case r == utf8.RuneError, r < 0x20, r >= 0x7f && r < 0xa0, r >= 0x202a && r <= 0x202e,
			r >= 0x2066 && r <= 0x2069, r == 0x200e, r == 0x200f, r == 0xfffe, r == 0xffff:
			r = utf8.RuneError
		}
		out = append(out, r)
	}
	return string(out)
}
