package textbook

import (
	"fmt"
	"go/format"
	"regexp"
	"strings"
)

// wantMark ends the line on which the finding is expected.
const wantMark = "// WANT"

// A Source is the one file of a package.
type Source struct {
	Text []byte
	Want []int // lines on which the finding is expected
}

// Render makes the package of one side, "bad" or "good", of a case.
func (c Case) Render(side string) (Source, error) {
	r := &renderer{shape: c.Shape, ctx: c.Context, side: side, v: &values{ctx: c.Context}}
	var err error
	if c.Shape.whole() {
		err = r.declarations()
	} else {
		err = r.function()
	}
	if err != nil {
		return Source{}, fmt.Errorf("%s, %s: %w", c.ID(), side, err)
	}
	src, err := addImports(tidy(r.out.String()), c.Shape.Imports)
	if err != nil {
		return Source{}, fmt.Errorf("%s, %s: %w", c.ID(), side, err)
	}
	text, err := format.Source([]byte(src))
	if err != nil {
		return Source{}, fmt.Errorf("%s, %s: %w\n%s", c.ID(), side, err, numbered(src))
	}
	return unmark(string(text))
}

var (
	blankFirst = regexp.MustCompile(`\{[ \t]*\n\s*\n`)
	blankLast  = regexp.MustCompile(`\n\s*\n([ \t]*\})`)
	blanks     = regexp.MustCompile(`\n\s*\n`)
)

// tidy takes away the blank lines that empty sections leave.
func tidy(src string) string {
	src = blankFirst.ReplaceAllString(src, "{\n")
	src = blankLast.ReplaceAllString(src, "\n$1")
	return blanks.ReplaceAllString(src, "\n\n")
}

// unmark notes the marked lines and takes the marks away.
func unmark(text string) (Source, error) {
	var want []int
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if rest, ok := strings.CutSuffix(strings.TrimRight(line, " \t"), wantMark); ok {
			lines[i] = strings.TrimRight(rest, " \t")
			want = append(want, i+1)
		}
	}
	nice, err := format.Source([]byte(strings.Join(lines, "\n")))
	return Source{nice, want}, err
}

type renderer struct {
	shape *Shape
	ctx   Context
	side  string
	v     *values
	out   strings.Builder
}

func (r *renderer) printf(format string, args ...any) { fmt.Fprintf(&r.out, format, args...) }

// expand returns the expanded sections, the first error with the section's name.
func (r *renderer) expand(names ...string) (map[string]string, error) {
	texts := make(map[string]string)
	for _, name := range names {
		text := r.shape.section(r.side, name)
		if name == "body" {
			text = r.shape.sections[r.side]
		}
		expanded, err := r.v.expand(text)
		if err != nil {
			return nil, fmt.Errorf("section %s: %w", name, err)
		}
		texts[name] = expanded
	}
	return texts, nil
}

func (r *renderer) clause() {
	if r.ctx.Main {
		r.printf("package main\n\n")
	} else {
		r.printf("package service\n\n")
	}
}

// declarations writes the declarations that all shapes share, and their users.
func (r *renderer) declarations() error {
	texts, err := r.expand("package", "decls", "setup", "use")
	if err != nil {
		return err
	}
	r.clause()
	r.printf("%s\n%s\n", texts["decls"], texts["package"])
	if r.shape.program() || !r.ctx.Caller {
		return nil
	}
	var params []param
	if mentions(texts["use"], r.v.StopArg()) {
		params, err = parseParams(r.v.StopParam())
	}
	if r.ctx.Main {
		r.main(params, texts["setup"], texts["use"])
		return err
	}
	r.printf("func Use%s {\n%s\n%s\n}\n", declare(params), texts["setup"], texts["use"])
	return err
}

// function writes a shape that gives a function's body.
func (r *renderer) function() error {
	f, err := r.newFunction()
	if err != nil {
		return err
	}
	r.clause()
	r.printf("%s\n", f.decls)
	f.write(r)
	if r.ctx.Main {
		r.main(f.mainParams(), f.setup, f.mainCall())
	} else if r.ctx.Caller {
		f.caller(r)
	}
	return nil
}

// mentions reports whether the text speaks of the identifier.
func mentions(text, name string) bool {
	return regexp.MustCompile(`(^|[^.\w])` + regexp.QuoteMeta(name) + `\b`).MatchString(text)
}
