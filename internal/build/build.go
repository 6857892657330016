// Package build names the builds of a program: an operating system, an
// architecture and build tags, of which each may select other files.
package build

import (
	"fmt"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

// A Build is a configuration in which a program is built. Empty parts are those of the
// host.
type Build struct {
	GOOS, GOARCH string
	Tags         string // separated by commas
}

var form = lazyregexp.New(`^(?:([a-z0-9]+)(?:/([a-z0-9]+))?)?(?::([^\s,:]+(?:,[^\s,:]+)*))?$`)

// Parse reads GOOS, GOOS/GOARCH, and either or nothing followed by :tag,tag.
func Parse(s string) (Build, error) {
	m := form().FindStringSubmatch(s)
	if m == nil || s == "" {
		return Build{}, fmt.Errorf("%q is not a build: want GOOS, GOOS/GOARCH or GOOS/GOARCH:tag,tag", s)
	}
	return Build{m[1], m[2], m[3]}, nil
}

// Valid reports what is wrong with s.
func Valid(s string) error {
	_, err := Parse(s)
	return err
}

// String returns b as [Parse] takes it.
func (b Build) String() string {
	s := b.GOOS
	if b.GOARCH != "" {
		s += "/" + b.GOARCH
	}
	if b.Tags != "" {
		s += ":" + b.Tags
	}
	return s
}

// Env returns the variables that make the go command build this.
func (b Build) Env() []string {
	var env []string
	if b.GOOS != "" {
		env = append(env, "GOOS="+b.GOOS)
	}
	if b.GOARCH != "" {
		env = append(env, "GOARCH="+b.GOARCH)
	}
	return env
}

// WithTags returns b with more tags, separated by commas.
func (b Build) WithTags(tags string) Build {
	b.Tags = strings.Trim(b.Tags+","+tags, ",")
	return b
}
