package directive

import (
	"bytes"
	"errors"
	"fmt"
	"go/parser"
	"go/scanner"
	"go/token"
	"slices"
	"strings"
	"time"
)

// An Insertion is a directive to be written into a file.
type Insertion struct {
	At   int // offset in the file
	Text string
}

var errNoPlace = errors.New("there is no place for a comment: the line begins and ends in a text of several lines")

// Insert returns the directive for a finding on a line of src, with its arguments: the
// checks, and the date if it has one. It is a line of its own above that one, with the same
// indentation; where that line would be inside a raw string, it is at the end of the line.
func Insert(src []byte, line int, args, reason string) (Insertion, error) {
	start, end, ok := lineAt(src, line)
	if !ok {
		return Insertion{}, fmt.Errorf("the file has no line %d", line)
	}
	text := fmt.Sprintf("%s %s -- %s", form, args, reason)
	within := spans(src)
	if !within(start) {
		indent := src[start:end]
		indent = indent[:len(indent)-len(bytes.TrimLeft(indent, " \t"))]
		return Insertion{start, string(indent) + text + "\n"}, nil
	}
	if within(end) {
		return Insertion{}, errNoPlace
	}
	return Insertion{end, " " + text}, nil
}

// lineAt returns the offsets at which a line begins and ends, the latter without its
// line end.
func lineAt(src []byte, line int) (start, end int, ok bool) {
	for n := 1; n < line; n++ {
		i := bytes.IndexByte(src[start:], '\n')
		if i < 0 {
			return 0, 0, false
		}
		start += i + 1
	}
	if start >= len(src) || line < 1 {
		return 0, 0, false
	}
	end = len(src)
	if i := bytes.IndexByte(src[start:], '\n'); i >= 0 {
		end = start + i
	}
	return start, start + len(bytes.TrimRight(src[start:end], "\r")), true
}

// spans returns a function that reports whether an offset lies within a token, which a
// string or a comment of several lines can make the begin and the end of a line do. The
// end of a line with a comment counts too: nothing can be added to that.
func spans(src []byte) func(offset int) bool {
	fset := token.NewFileSet()
	file := fset.AddFile("", fset.Base(), len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, scanner.ScanComments)
	var list [][2]int
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			break
		}
		if tok == token.STRING || tok == token.COMMENT {
			begin := file.Offset(pos)
			list = append(list, [2]int{begin, endOf(src, begin, lit)})
		}
	}
	return func(offset int) bool {
		return slices.ContainsFunc(list, func(span [2]int) bool { return span[0] < offset && offset < span[1] })
	}
}

// endOf returns where a literal or comment ends that begins at an offset. Its text does
// not tell, since carriage returns are left out of that.
func endOf(src []byte, begin int, lit string) int {
	for _, form := range []struct{ opens, closes string }{{"`", "`"}, {"/*", "*/"}} {
		from := begin + len(form.opens)
		if i := bytes.Index(src[min(from, len(src)):], []byte(form.closes)); i >= 0 && strings.HasPrefix(lit, form.opens) {
			return from + i + len(form.closes)
		}
	}
	if strings.HasPrefix(lit, "//") {
		return begin + len(lit) + 1
	}
	return begin + len(lit)
}

// Verify reports whether src, into which a directive for the check with this ID was
// written on or above what was the given line, has it there, and in force.
func Verify(src []byte, line int, id string) error {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return fmt.Errorf("a comment there would break the file: %w", err)
	}
	for _, d := range Parse(fset, f) {
		if d.Err == nil && d.Names(id) && !d.Expired(time.Now()) && d.Target >= line && d.Target <= line+2 {
			return nil
		}
	}
	return fmt.Errorf("a comment there would not be about the finding")
}
