package malformedinput

import (
	"bufio"
	"strings"
)

// Another package may call this in a goroutine, and recover there.
func Version(r *bufio.Reader) (string, error) {
	line, err := r.ReadString('\n')
	if err != nil {
		return "", err
	}
	return strings.Split(line, " ")[1], nil // want `strings\.Split\(line, " "\)\[1\] panics when there are fewer elements, and nothing recovers in the package.*low confidence: the goroutine begins in another package`
}
