//go:build !unix

package lsp

import "os"

// alive reports whether there is a process with that number: on Windows, one that has
// ended cannot be opened.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	_ = p.Release()
	return true
}
