package blockedsend

import "strings"

// The consumer leaves its loop at the first match, and the generator blocks in its next send.
func firstPrefixed(all []string, prefix string) (string, bool) {
	out := make(chan string)
	go func() {
		defer close(out)
		for _, s := range all {
			out <- s // want `send on out blocks forever in a run of firstPrefixed`
		}
	}()
	for s := range out {
		if strings.HasPrefix(s, prefix) {
			return s, true
		}
	}
	return "", false
}
