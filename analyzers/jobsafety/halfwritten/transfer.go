package halfwritten

import (
	"regexp"

	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

// moved matches a column that a statement raises or lowers.
var moved = lazyregexp.New(`(?i)\b(\w+)\s*=\s*(?:\w+\.)?(\w+)\s*([-+])`)

// transfers reports whether one statement lowers a column that the other raises.
func transfers(a, b string) bool {
	x, y := moves(moved(), a), moves(moved(), b)
	for col, sign := range x {
		if other := y[col]; other != "" && other != sign {
			return true
		}
	}
	return false
}

func moves(re *regexp.Regexp, sql string) map[string]string {
	list := make(map[string]string)
	for _, m := range re.FindAllStringSubmatch(sql, -1) {
		if m[1] == m[2] {
			list[m[1]] = m[3]
		}
	}
	return list
}
