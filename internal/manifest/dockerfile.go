package manifest

import (
	"encoding/json"
	"os"
	"path"
	"regexp"
	"strings"
)

// An Image is what a Dockerfile says about the container made of it.
type Image struct {
	Signal   string
	SignalAt Place
	Shell    string // the instruction that runs a shell which keeps the signal
	ShellAt  Place
	Probe    bool
	Builds   []string // what its stages build: the arguments of go build that look like packages
}

// A stage is one FROM and what follows it.
type stage struct {
	name                string
	base                string
	entrypoint, command instruction
	signal, health      instruction
}

type instruction struct {
	name, text string
	line       int
}

// ParseDockerfile reads a Dockerfile, with the build arguments given.
func ParseDockerfile(file string, data []byte, args map[string]string) *Image {
	img := new(Image)
	values := make(map[string]string)
	stages := []*stage{{}}
	for _, in := range instructions(string(data)) {
		last := stages[len(stages)-1]
		switch in.name {
		case "FROM":
			stages = append(stages, from(in.text, stages))
		case "ARG", "ENV":
			declare(in, values, args)
		case "ENTRYPOINT":
			last.entrypoint, last.command = in, instruction{}
		case "CMD":
			last.command = in
		case "STOPSIGNAL":
			last.signal = in
		case "HEALTHCHECK":
			last.health = in
		case "RUN":
			img.Builds = append(img.Builds, builds(expand(in.text, values))...)
		}
	}
	img.finish(file, stages[len(stages)-1])
	return img
}

// from begins a stage, which has what the stage has that it is based on.
func from(text string, stages []*stage) *stage {
	var words []string
	for _, w := range strings.Fields(text) {
		if !strings.HasPrefix(w, "--") {
			words = append(words, w)
		}
	}
	s := &stage{}
	if len(words) == 0 {
		return s
	}
	for _, old := range stages {
		if old.name != "" && strings.EqualFold(old.name, words[0]) {
			*s = *old
		}
	}
	s.base, s.name = words[0], ""
	if len(words) == 3 && strings.EqualFold(words[1], "AS") {
		s.name = words[2]
	}
	return s
}

func declare(in instruction, values, args map[string]string) {
	for _, word := range strings.Fields(in.text) {
		key, value, _ := strings.Cut(word, "=")
		if set, ok := args[key]; ok && in.name == "ARG" {
			value = set
		}
		if _, known := values[key]; value != "" || !known {
			values[key] = strings.Trim(expand(value, values), `"'`)
		}
	}
}

func expand(s string, values map[string]string) string {
	return os.Expand(s, func(key string) string { return values[key] })
}

// instructions joins continued lines and leaves comments out.
func instructions(text string) []instruction {
	var list []instruction
	var current string
	start := 0
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if current == "" {
			start = i + 1
		}
		if rest, more := strings.CutSuffix(line, `\`); more {
			current += rest + " "
			continue
		}
		name, rest, _ := strings.Cut(strings.TrimSpace(current+line), " ")
		list = append(list, instruction{strings.ToUpper(name), strings.TrimSpace(rest), start})
		current = ""
	}
	return list
}

func (img *Image) finish(file string, s *stage) {
	at := func(in instruction) Place { return Place{file, in.line, 1} }
	if s.signal.line > 0 {
		img.Signal, img.SignalAt = s.signal.text, at(s.signal)
	}
	img.Probe = s.health.line > 0 && !strings.EqualFold(s.health.text, "NONE")
	main := s.entrypoint
	if main.line == 0 {
		main = s.command
	}
	if main.line == 0 {
		return
	}
	var words []string
	if json.Unmarshal([]byte(main.text), &words) != nil {
		if !execs(main.text) {
			img.Shell, img.ShellAt = main.name, at(main)
		}
		return
	}
	u := new(Unit)
	if u.shell(words, at(main)); u.Shell != "" {
		img.Shell, img.ShellAt = main.name, at(main)
	}
}

var goBuild = regexp.MustCompile(`\bgo\s+(?:build|install)\b([^;&|]*)`)

// builds returns the packages that a command builds.
func builds(command string) []string {
	var list []string
	for _, m := range goBuild.FindAllStringSubmatch(command, -1) {
		words := strings.Fields(m[1])
		for i := 0; i < len(words); i++ {
			word := strings.Trim(words[i], `"'`)
			switch {
			case strings.HasPrefix(word, "-"):
				if valued[strings.TrimLeft(word, "-")] {
					i++
				}
			case word == ".", strings.HasPrefix(word, "./"), strings.HasPrefix(word, "/"), strings.Contains(word, "/"), strings.HasSuffix(word, ".go"):
				list = append(list, path.Clean(strings.TrimSuffix(word, "/main.go")))
			}
		}
		if len(list) == 0 {
			list = append(list, ".")
		}
	}
	return list
}

// valued are the flags of go build that are followed by a value of their own.
var valued = map[string]bool{"o": true, "tags": true, "ldflags": true, "gcflags": true, "mod": true, "p": true, "asmflags": true, "buildmode": true}
