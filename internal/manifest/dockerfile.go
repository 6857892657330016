package manifest

import (
	"encoding/json"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

// An Image is what a Dockerfile says about the container made of it.
type Image struct {
	File     string
	Signal   string
	SignalAt Place
	Shell    string // the instruction that runs a shell which keeps the signal
	ShellAt  Place
	Program  string   // that it runs
	Probes   []Probe  // of its HEALTHCHECK, one at most
	Builds   []string // what its stages build: the arguments of go build that look like packages
}

// A stage is one FROM and what follows it.
type stage struct {
	name                string
	base                string
	entrypoint, command instruction
	signal, health      instruction
	shell               string // that runs what is not in JSON form
	place               layout
}

type instruction struct {
	name, text string
	line       int
}

// ParseDockerfile reads a Dockerfile, with the build arguments given.
func ParseDockerfile(file string, data []byte, args map[string]string) *Image {
	img := &Image{File: file}
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
		case "SHELL":
			var words []string
			if json.Unmarshal([]byte(in.text), &words) == nil && len(words) > 0 {
				last.shell = words[0]
			}
		case "WORKDIR":
			last.place.enter(expand(in.text, values))
		case "COPY", "ADD":
			last.place.copy(strings.Fields(expand(in.text, values)))
		case "RUN":
			img.Builds = append(img.Builds, last.place.builds(expand(in.text, values))...)
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
			s.place.copies = slices.Clone(s.place.copies)
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

var (
	heredoc = lazyregexp.New(`<<-?["']?([A-Za-z_]\w*)["']?`)
	space   = lazyregexp.New(`\s+`)
)

// instructions joins continued lines and here-documents, and leaves comments out.
func instructions(text string) []instruction {
	var list []instruction
	var current, until string
	start := 0
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if until != "" {
			if last := &list[len(list)-1]; line == until {
				until = ""
			} else if last.name == "RUN" {
				last.text += "; " + line
			}
			continue
		}
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
		words := append(space().Split(strings.TrimSpace(current+line), 2), "")
		list = append(list, instruction{strings.ToUpper(words[0]), words[1], start})
		if m := heredoc().FindStringSubmatch(words[1]); m != nil && slices.Contains([]string{"RUN", "COPY", "ADD"}, list[len(list)-1].name) {
			until = m[1]
		}
		current = ""
	}
	return list
}

func (img *Image) finish(file string, s *stage) {
	at := func(in instruction) Place { return Place{file, in.line, 1} }
	if s.signal.line > 0 {
		img.Signal, img.SignalAt = s.signal.text, at(s.signal)
	}
	img.health(s.health, at(s.health))
	main := s.entrypoint
	if main.line == 0 {
		main = s.command
	}
	if main.line == 0 {
		return
	}
	var words []string
	if json.Unmarshal([]byte(main.text), &words) != nil {
		if !execs(s.shell, main.text) {
			img.Shell, img.ShellAt = main.name, at(main)
		}
		return
	}
	u := new(Unit)
	if len(words) > 0 {
		img.Program = path.Base(words[0])
	}
	if u.shell(words, at(main)); u.Shell != "" {
		img.Shell, img.ShellAt = main.name, at(main)
	}
}

var healthFlag = lazyregexp.New(`^--(interval|timeout|start-period|retries)=(\S+)\s+`)

// health notes the probe that an image has for Compose; Kubernetes asks its own.
func (img *Image) health(in instruction, at Place) {
	if in.line == 0 || strings.EqualFold(in.text, "NONE") {
		return
	}
	p := Probe{Kind: "health", Place: at, Timeout: 30 * time.Second, Period: 30 * time.Second, Failures: 3}
	text := in.text
	for m := healthFlag().FindStringSubmatch(text); m != nil; m = healthFlag().FindStringSubmatch(text) {
		text = text[len(m[0]):]
		if m[1] == "retries" {
			p.Failures, _ = strconv.Atoi(m[2])
		} else if d, err := time.ParseDuration(m[2]); err == nil {
			*map[string]*time.Duration{"interval": &p.Period, "timeout": &p.Timeout, "start-period": &p.Delay}[m[1]] = d
		}
	}
	p.Path = urlPath([]string{strings.NewReplacer(`"`, " ", ",", " ").Replace(text)})
	img.Probes = append(img.Probes, p)
}
