// Package exitstmt writes the statements that leave a function or a loop.
package exitstmt

import (
	"slices"
	"strings"
)

// AnError stands for an error in the text of an [exit]; source cannot contain it.
const AnError = "\x00"

// An Exit is how a loop is left once its signal has come. An empty text means that the loop
// leaves without one, since it checks the signal in its next iteration. What the function
// releases before it returns is due before that.
type Exit struct {
	Text        string
	Obligations []string
}

// InSelect reports whether the exit means the same in the case of a select.
func (x Exit) InSelect() bool { return x.Text != "break" }

// Body returns the lines of the case, none where the loop leaves by itself.
func (x Exit) Body(err string) []string {
	var list []string
	if x.Text != "" {
		for _, stmt := range append(slices.Clone(x.Obligations), strings.ReplaceAll(x.Text, AnError, err)) {
			list = append(list, "\t"+stmt)
		}
	}
	return list
}

// Unless returns the statement that evaluates call, an error, and leaves if it
// is not nil.
func (x Exit) Unless(indent, call string) string {
	switch {
	case x.Text == "":
		return "_ = " + call
	case strings.Contains(x.Text, AnError):
		return Block(indent, "if err := "+call+"; err != nil {", x.Body("err"), "}")
	}
	return Block(indent, "if "+call+" != nil {", x.Body(""), "}")
}

// Block joins a head, a body and what closes it.
func Block(indent, head string, body []string, rest ...string) string {
	return Lines(indent, slices.Concat([]string{head}, body, rest)...)
}

// Lines joins the lines that are not empty.
func Lines(indent string, list ...string) string {
	var b strings.Builder
	for i, line := range list {
		if line == "" {
			continue
		}
		if i > 0 {
			b.WriteString("\n" + indent)
		}
		b.WriteString(line)
	}
	return b.String()
}
