package malformedinput

import (
	"bufio"
	"regexp"
	"strings"
)

// Where the helper has failed, there is no line.
func firstLine(path string, handle func(string)) {
	go func() {
		lines, _ := linesOf(path)
		handle(lines[0]) // want `lines\[0\] panics when there are fewer elements`
	}()
}

// There need not be a second one.
func secondLine(path string, handle func(string)) {
	go func() {
		lines, err := linesOf(path)
		if err != nil {
			return
		}
		handle(lines[1]) // want `lines\[1\] panics when there are fewer elements`
	}()
}

// Without a separator, an empty line has no parts.
func firstLetter(lines *bufio.Scanner, handle func(string)) {
	go func() {
		for lines.Scan() {
			handle(strings.Split(lines.Text(), "")[0]) // want `strings.Split\(lines.Text\(\), ""\)\[0\] panics when there are fewer elements`
		}
	}()
}

// The expression has one group, and another one may take its place.
func groups(lines *bufio.Scanner, handle func(string)) {
	go func() {
		for lines.Scan() {
			for _, m := range option.FindAllStringSubmatch(lines.Text(), -1) {
				handle(m[2]) // want `m\[2\] panics when there are fewer elements`
			}
		}
	}()
	go func() {
		for lines.Scan() {
			for _, m := range chosen.FindAllStringSubmatch(lines.Text(), -1) {
				handle(m[1]) // want `m\[1\] panics when there are fewer elements`
			}
		}
	}()
}

var (
	option = regexp.MustCompile(`(\w+)=`)
	chosen = regexp.MustCompile(`(\w+):`)
)

func chooseOption(expr string) { chosen = regexp.MustCompile(expr) }

// A part of a line that is split at each comma may be empty.
func marks(lines *bufio.Scanner, handle func(string)) {
	go func() {
		for lines.Scan() {
			parts := strings.Split(lines.Text(), ",")
			if parts[0][0] == '#' { // want `parts\[0\]\[0\] panics when there are fewer elements`
				continue
			}
			handle(parts[0])
		}
	}()
}
