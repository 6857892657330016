package malformedinput

import (
	"bufio"
	"os"
	"regexp"
	"strings"
)

// The helper returns what was split, which has a first part.
func okFirstLine(path string, handle func(string)) {
	go func() {
		lines, err := linesOf(path)
		if err != nil {
			return
		}
		handle(lines[0])
	}()
}

func linesOf(path string) ([]string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(string(data), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	return lines, nil
}

// So does a helper that cannot fail.
func okFirstWord(lines *bufio.Scanner, handle func(string)) {
	go func() {
		for lines.Scan() {
			handle(cells(lines.Text())[0])
		}
	}()
}

func cells(line string) []string { return strings.SplitN(line, ";", 3) }

// Each match has an element for each group.
func okGroups(lines *bufio.Scanner, handle func(string, string)) {
	local := regexp.MustCompile(`(\w+)@(\w+)`)
	go func() {
		for lines.Scan() {
			for _, m := range setting.FindAllStringSubmatch(lines.Text(), -1) {
				handle(m[1], m[2])
			}
			for _, m := range local.FindAllSubmatch(lines.Bytes(), -1) {
				handle(string(m[0]), string(m[2]))
			}
			if m := setting.FindStringSubmatch(lines.Text()); m != nil {
				handle(m[1], m[2])
			}
		}
	}()
}

var setting = regexp.MustCompile(`(\w+)=(\w+)`)

// No field of a line is empty.
func okFields(lines *bufio.Scanner, handle func(string, byte)) {
	go func() {
		for lines.Scan() {
			fields := strings.Fields(lines.Text())
			if len(fields) < 2 || fields[0][0] == '#' {
				continue
			}
			for _, field := range fields[1:] {
				handle(fields[0], field[0])
			}
		}
	}()
}
