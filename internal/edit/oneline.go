package edit

import (
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

// OneLine returns a text that names code without its line breaks: what stands between
// braces becomes dots.
func OneLine(text string) string {
	if !strings.Contains(text, "\n") {
		return text
	}
	if i, j := strings.IndexByte(text, '{'), strings.LastIndexByte(text, '}'); 0 <= i && i < j {
		text = text[:i+1] + "…" + text[j:]
	}
	text = brokenList().ReplaceAllString(brokenChain().ReplaceAllString(text, "."), "$1$2")
	return strings.Join(strings.Fields(text), " ")
}

// brokenChain is where a chain of calls continues in the next line.
var brokenChain = lazyregexp.New(`\.[ \t]*\n\s*`)

// brokenList is where a list of arguments begins or ends with a line break, which a comma comes
// before.
var brokenList = lazyregexp.New(`(\()\n\s*|,\n\s*(\))`)
