// Package line writes one line per finding, as compilers do, for editors and grep:
//
//	file:line:col: message (check)
package line

import (
	"bufio"
	"fmt"
	"io"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// Write writes the lines, and nothing where nothing was found.
func Write(w io.Writer, res *driver.Result, dir string) error {
	out := bufio.NewWriter(w)
	for _, f := range res.Findings {
		fmt.Fprintf(out, "%s:%d:%d: %s (%s)\n", finding.Printable(finding.Rel(dir, f.File)), f.Start.Line, f.Start.Column, finding.Printable(f.Text()), f.ID)
	}
	for _, p := range driver.Fold(res.Problems) {
		fmt.Fprintf(out, "%s:1:1: %s (%s)\n", driver.IncompleteFile, finding.Printable(p.Text()), driver.IncompleteID)
	}
	return out.Flush()
}
