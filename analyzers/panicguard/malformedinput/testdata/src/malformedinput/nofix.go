package malformedinput

import (
	"bufio"
	"strings"
)

// What waits for the result would wait forever after a recover.
func first(lines *bufio.Scanner) <-chan string {
	out := make(chan string)
	go func() {
		lines.Scan()
		out <- strings.Fields(lines.Text())[0] // want `strings\.Fields\(lines\.Text\(\)\)\[0\] panics when there are fewer elements`
	}()
	return out
}
