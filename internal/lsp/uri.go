package lsp

import (
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"runtime"
	"strings"
)

const onWindows = runtime.GOOS == "windows"

// toPath returns the file that a URI names. Others than file URIs, such as those of
// buffers that have never been saved, name none.
func toPath(uri string) (string, error) {
	name, err := parseURI(uri, onWindows)
	return filepath.FromSlash(name), err
}

// toURI returns the URI of a file.
func toURI(name string) string { return formatURI(filepath.ToSlash(name), onWindows) }

// parseURI returns the file that a URI names, with slashes. On Windows, clients write the
// letter of a drive as they like, and its colon as %3A; it is made upper case.
func parseURI(uri string, windows bool) (string, error) {
	u, err := url.Parse(uri)
	if err != nil {
		return "", fmt.Errorf("%q is no URI: %w", uri, err)
	}
	if u.Scheme != "file" || u.Path == "" {
		return "", fmt.Errorf("%s is no file", uri)
	}
	name := path.Clean(u.Path)
	switch {
	case !windows:
	case hasDrive(name[1:]):
		name = strings.ToUpper(name[1:2]) + name[2:]
	case u.Host != "" && u.Host != "localhost":
		name = "//" + u.Host + name
	}
	return name, nil
}

// formatURI is the inverse of parseURI.
func formatURI(name string, windows bool) string {
	u := url.URL{Scheme: "file", Path: name}
	switch {
	case !windows:
	case hasDrive(name):
		u.Path = "/" + name
	case strings.HasPrefix(name, "//"):
		u.Host, u.Path, _ = strings.Cut(name[2:], "/")
		u.Path = "/" + u.Path
	}
	return u.String()
}

func hasDrive(name string) bool {
	return len(name) >= 2 && name[1] == ':' && (name[0] >= 'a' && name[0] <= 'z' || name[0] >= 'A' && name[0] <= 'Z')
}
