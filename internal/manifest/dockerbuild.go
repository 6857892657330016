package manifest

import (
	"path"
	"slices"
	"strings"
	"unicode"
)

// A layout says where a stage works, and where the files of the context are in it.
type layout struct {
	dir    string // "" for what the base says
	copies []copied
}

// copied is a directory of the image that has what a directory of the context has.
type copied struct{ to, from string }

func (l *layout) enter(dir string) { l.dir = l.abs(l.dir, dir) }

// abs returns where a path is that is given in a directory.
func (l *layout) abs(dir, p string) string {
	if path.IsAbs(p) {
		return path.Clean(p)
	}
	return path.Join("/", dir, p)
}

// copy notes the directories that an instruction copies.
func (l *layout) copy(words []string) {
	for len(words) > 0 && strings.HasPrefix(words[0], "--") {
		if strings.HasPrefix(words[0], "--from") {
			return
		}
		words = words[1:]
	}
	if len(words) < 2 {
		return
	}
	for _, from := range words[:len(words)-1] {
		if path.Ext(path.Clean(from)) == "" || path.Clean(from) == "." { // what has an extension is a file
			l.copies = append(l.copies, copied{l.abs(l.dir, words[len(words)-1]), path.Clean(from)})
		}
	}
}

// source returns where in the context the directories of an image come from.
func (l *layout) source(dir string) (list []string) {
	for _, c := range slices.Backward(l.copies) {
		if dir == c.to {
			list = append(list, c.from)
		} else if rest, ok := strings.CutPrefix(dir, strings.TrimSuffix(c.to, "/")+"/"); ok {
			list = append(list, path.Join(c.from, rest))
		}
	}
	return list
}

// builds returns the packages that a command builds: import paths, and
// directories of the context.
func (l *layout) builds(command string) []string {
	var list []string
	dir := l.dir
	for _, words := range commands(command) {
		if len(words) == 2 && words[0] == "cd" {
			dir = l.abs(dir, words[1])
			continue
		}
		i := slices.Index(words, "go")
		if i < 0 || i+1 == len(words) || words[i+1] != "build" && words[i+1] != "install" {
			continue
		}
		for _, p := range packages(words[i+2:]) {
			list = append(list, l.locate(dir, p)...)
		}
	}
	return list
}

// locate returns what a package may be that is built in a directory.
func (l *layout) locate(dir, p string) []string {
	switch {
	case strings.Contains(p, "@"): // a tool that the build needs
		return nil
	case strings.HasSuffix(p, ".go"):
		p = path.Dir(p)
	case p != "." && !strings.HasPrefix(p, "./") && !path.IsAbs(p):
		return []string{p}
	}
	list := l.source(l.abs(dir, p))
	if len(list) == 0 && !path.IsAbs(p) && dir == l.dir {
		list = []string{path.Clean(p)}
	}
	return list
}

// packages returns the arguments of go build that are packages.
func packages(words []string) []string {
	var list []string
	for i := 0; i < len(words); i++ {
		if flag := strings.TrimLeft(words[i], "-"); flag == words[i] {
			list = append(list, words[i])
		} else if valued[flag] {
			i++
		}
	}
	if len(list) == 0 {
		return []string{"."}
	}
	return list
}

// valued are the flags of go build that are followed by a value of their own.
var valued = map[string]bool{"o": true, "tags": true, "ldflags": true, "gcflags": true, "mod": true, "modfile": true, "p": true, "asmflags": true, "buildmode": true, "C": true}

// commands splits a command line into simple commands, and those into words.
func commands(text string) [][]string {
	var list [][]string
	var words []string
	var word strings.Builder
	var quote rune
	flush := func() {
		if word.Len() > 0 {
			words = append(words, word.String())
			word.Reset()
		}
	}
	for _, r := range text {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote = r
		case strings.ContainsRune(";&|()", r):
			flush()
			list, words = append(list, words), nil
		case unicode.IsSpace(r):
			flush()
		default:
			word.WriteRune(r)
		}
	}
	flush()
	return append(list, words)
}
