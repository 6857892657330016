package textbook

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"golang.org/x/tools/txtar"
)

// A Shape is one form of a defect, and its good twin.
type Shape struct {
	Analyzer, Check, Name string

	Title   string
	Source  string   // where the shape is from: a gap, a page
	Without []string // words of contexts that make no sense for it
	NoFix   string   // why there is no fix, "" if one is wanted
	Also    []string // IDs of other findings that the bad side rightly has
	Checks  string   // the checks to switch on, for those that are a matter of policy
	Imports map[string]string
	Func    string // exported form of the function's name
	Blocks  bool   // the function returns at the program's end only

	sections map[string]string
}

// ID returns analyzer/check of the finding that the shape has.
func (s *Shape) ID() string { return s.Analyzer + "/" + s.Check }

// Path returns analyzer/check/shape.
func (s *Shape) Path() string { return s.ID() + "/" + s.Name }

// whole reports whether the shape gives declarations, not the body of a function.
func (s *Shape) whole() bool { return s.has("bad package") }

// program reports whether the shape declares main itself.
func (s *Shape) program() bool { return strings.Contains(s.sections["bad package"], "func main()") }

func (s *Shape) has(section string) bool { _, ok := s.sections[section]; return ok }

// section returns what a side has of its own, and else what both share.
func (s *Shape) section(side, name string) string {
	if own, ok := s.sections[side+" "+name]; ok {
		return own
	}
	return s.sections[name]
}

// Load reads all shapes below the root of fsys, in order.
func Load(fsys fs.FS) ([]*Shape, error) {
	names, err := fs.Glob(fsys, "*/*/*.txtar")
	if err != nil {
		return nil, err
	}
	var shapes []*Shape
	for _, name := range names {
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		s, err := Parse(name, data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		shapes = append(shapes, s)
	}
	return shapes, nil
}

// Parse reads the shape in the file analyzer/check/shape.txtar.
func Parse(name string, data []byte) (*Shape, error) {
	dir, file := path.Split(name)
	analyzer, check := path.Split(path.Clean(dir))
	s := &Shape{
		Analyzer: path.Clean(analyzer), Check: check, Name: strings.TrimSuffix(file, ".txtar"),
		Imports: make(map[string]string), Func: "Work", sections: make(map[string]string),
	}
	archive := txtar.Parse(data)
	for line := range strings.Lines(string(archive.Comment)) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		key, value, ok := strings.Cut(line, ":")
		if !ok {
			return nil, fmt.Errorf("header %q is not key: value", line)
		}
		if err := s.header(key, strings.TrimSpace(value)); err != nil {
			return nil, fmt.Errorf("header %s: %w", key, err)
		}
	}
	for _, f := range archive.Files {
		if !known(f.Name) {
			return nil, fmt.Errorf("unknown section %q", f.Name)
		}
		s.sections[f.Name] = strings.TrimSpace(string(f.Data)) + "\n"
	}
	return s, s.validate()
}

func (s *Shape) header(key, value string) error {
	switch key {
	case "title":
		s.Title = value
	case "source":
		s.Source = value
	case "without":
		words, why, ok := strings.Cut(value, "--")
		if !ok || strings.TrimSpace(why) == "" {
			return fmt.Errorf("want words -- why")
		}
		s.Without = append(s.Without, strings.Fields(words)...)
	case "nofix":
		s.NoFix = value
	case "also":
		s.Also = append(s.Also, strings.Fields(value)...)
	case "options":
		checks, ok := strings.CutPrefix(value, "checks=")
		if !ok {
			return fmt.Errorf("want checks=…")
		}
		s.Checks = checks
	case "import":
		name, from, named := strings.Cut(value, " ")
		if !named {
			name, from = path.Base(value), value
		}
		s.Imports[name] = from
	case "func":
		s.Func = value
	case "blocks":
		s.Blocks = value == "yes"
	default:
		return fmt.Errorf("unknown")
	}
	return nil
}

// known reports whether a shape may have the section.
func known(section string) bool {
	side, name, ok := strings.Cut(section, " ")
	if ok && side != "bad" && side != "good" {
		return false
	}
	if !ok {
		name = section
	}
	switch name {
	case "bad", "good":
		return !ok
	case "package":
		return ok
	case "decls", "params", "receiver", "results", "setup", "call", "use":
		return true
	}
	return false
}

func (s *Shape) validate() error {
	if s.Title == "" || s.Source == "" {
		return fmt.Errorf("it needs a title and a source")
	}
	suffix := ""
	if s.whole() {
		suffix = " package"
	}
	for _, side := range []string{"bad", "good"} {
		if !s.has(side + suffix) {
			return fmt.Errorf("no section %q", side+suffix)
		}
	}
	if !strings.Contains(s.sections["bad"+suffix]+s.section("bad", "decls"), wantMark) {
		return fmt.Errorf("no line of the bad side ends in %s", wantMark)
	}
	return nil
}
