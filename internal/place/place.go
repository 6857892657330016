// Package place names places in other files for messages: by import path in what travels
// between packages, and by the path below the module's root in what users read.
package place

import (
	"fmt"
	"go/token"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// commandLine is the path of a package that is given as a list of files.
const commandLine = "command-line-arguments"

// Of returns the place of posn, in a file of the pass's package, as import path, file and
// line: it is the same on every machine, and complete in the packages that import this one.
func Of(pass *analysis.Pass, posn token.Position) string {
	file, dir := filepath.Base(posn.Filename), pass.Pkg.Path()
	if strings.HasSuffix(pass.Pkg.Name(), "_test") {
		dir = strings.TrimSuffix(dir, "_test")
	}
	if dir != commandLine {
		file = path.Join(dir, file)
	}
	return fmt.Sprintf("%s:%d", file, posn.Line)
}

// Below returns a text with the places of the pass's module named by the path below the
// module's root, as users type it.
func Below(pass *analysis.Pass, text string) string {
	if pass.Module == nil || pass.Module.Path == "" || !strings.Contains(text, ".go:") {
		return text
	}
	words := strings.Split(text, " ")
	for i, word := range words {
		if strings.Contains(word, ".go:") {
			words[i] = strings.Replace(word, pass.Module.Path+"/", "", 1)
		}
	}
	return strings.Join(words, " ")
}
