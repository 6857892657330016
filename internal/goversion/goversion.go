// Package goversion tells which Go version a file is written for.
//
// It asks the type checker's per-file answer first, because a build constraint
// can raise or lower a single file, and never the module: its GoVersion differs
// between drivers and is nil for the standard library.
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
