// Package goversion returns the Go version that a file is written for.
//
// It uses the type checker's version of the file, because a build constraint can change
// that of a single file, and never the module's: its GoVersion differs between drivers and
// is nil for the standard library.
package goversion

import (
	"go/ast"
	"go/types"
	"go/version"
)

// Of returns the language version of file, such as "go1.24", or "" when the
// driver did not say (GOPATH-style trees).
func Of(info *types.Info, pkg *types.Package, file *ast.File) string {
	if v := info.FileVersions[file]; v != "" {
		return version.Lang(v)
	}
	return version.Lang(pkg.GoVersion())
}

// AtLeast reports whether version v allows features of min.
// An unknown version counts as the newest.
func AtLeast(v, min string) bool {
	return v == "" || min == "" || version.Compare(v, min) >= 0
}
