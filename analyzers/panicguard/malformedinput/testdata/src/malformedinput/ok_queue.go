package malformedinput

import (
	"bufio"
	"net"
	"strings"
)

// What is sent has been tested.
func okTestedBeforeSend(conn net.Conn, set func(name, kind string)) {
	lines := make(chan string)
	go func() {
		defer close(lines)
		in := bufio.NewScanner(conn)
		for in.Scan() {
			if line := in.Text(); strings.Count(line, "|") == 1 {
				lines <- line
			}
		}
	}()
	go func() {
		for line := range lines {
			parts := strings.Split(line, "|")
			set(parts[0], parts[1])
		}
	}()
}

// The program sends its own lines.
func okOwnLines(set func(name, kind string)) {
	lines := make(chan string, 2)
	lines <- "a|b"
	lines <- "c|d"
	close(lines)
	go func() {
		for line := range lines {
			parts := strings.Split(line, "|")
			set(parts[0], parts[1])
		}
	}()
}

// A line that is not empty has a first byte, and a match has all of its groups.
func okNotEmpty(conn net.Conn, set func(first byte, name string)) {
	go func() {
		in := bufio.NewScanner(conn)
		for in.Scan() {
			line := in.Text()
			if line == "" {
				continue
			}
			if m := pattern.FindStringSubmatch(line); len(m) > 0 {
				set(line[0], m[1])
			}
		}
	}()
}

type reading struct {
	Value any `json:"value"`
}

// The type is asked for.
func okAsked(r reading, alert func(float64)) {
	go func() {
		if v, ok := r.Value.(float64); ok {
			alert(v)
		}
		switch r.Value.(type) {
		case string:
			alert(float64(len(r.Value.(string))))
		}
	}()
}

type notice struct {
	Text any `json:"text"`
}

// The program alone sets the field.
func okSet(send func(string)) {
	n := notice{Text: "started"}
	go func() { send(n.Text.(string)) }()
}

type job struct {
	arg any
}

// The field is none of a message.
func okNoMessage(j job, run func(string)) {
	go func() { run(j.arg.(string)) }()
}
