package patch

import (
	"fmt"
	"strconv"

	"github.com/aymanbagabas/go-udiff"

	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

// header is the first line of a hunk: lines of the file begin with a blank or a sign.
var header = lazyregexp.New(`(?m)^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@$`)

// Unified returns a unified diff of two texts, "" for equal ones. udiff leaves the equal lines between two changes of
// one hunk out of the new line numbers of all that follow, and git apply begins to look for a hunk at its new line
// number: it would change other code that looks alike. They are counted here.
func Unified(from, to, old, new string) string {
	shift := 0 // of the new lines
	return header().ReplaceAllStringFunc(udiff.Unified(from, to, old, new), func(line string) string {
		part := header().FindStringSubmatch(line)
		at, _ := strconv.Atoi(part[1]) // the pattern has digits alone
		if at == 0 {
			return line // of an empty file
		}
		was, is := count(part[2]), count(part[3])
		begins := at + shift
		shift += is - was
		return fmt.Sprintf("@@ -%s +%s @@", lines(at, was), lines(begins, is))
	})
}

// count reads how many lines a hunk has; one is not written.
func count(text string) int {
	if text == "" {
		return 1
	}
	n, _ := strconv.Atoi(text)
	return n
}

func lines(from, count int) string {
	if count == 1 {
		return strconv.Itoa(from)
	}
	return fmt.Sprintf("%d,%d", from, count)
}
