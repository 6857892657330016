// Package patch writes changes of files as a patch that git apply and patch take: byte
// for byte what the files have, tabs and line ends included.
package patch

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
)

// Write writes the changes. In a git repository it has the form of git diff, with names
// relative to the root, which git apply takes in every directory; elsewhere names are
// relative to dir.
func Write(w io.Writer, changes []driver.FileChange, dir string) error {
	root := repository(dir)
	for _, c := range changes {
		if _, err := io.WriteString(w, unified(c, dir, root)); err != nil {
			return err
		}
	}
	return nil
}

// Root returns the root of the git repository around dir if one of the changes lies
// outside of dir: git apply leaves those out that are not below the directory in which
// it is run. It returns "" if all are below dir.
func Root(changes []driver.FileChange, dir string) string {
	for _, c := range changes {
		if !below(dir, c.Name) {
			return repository(dir)
		}
	}
	return ""
}

// unified returns the patch of one file.
func unified(c driver.FileChange, dir, root string) string {
	git := root != "" && below(root, c.Name)
	if git {
		dir = root
	}
	name := filepath.ToSlash(c.Name)
	if below(dir, c.Name) {
		rel, _ := filepath.Rel(dir, c.Name) // below has asked
		name = filepath.ToSlash(rel)
	}
	from, to := label("a/"+name), label("b/"+name)
	var head string
	if git {
		head = fmt.Sprintf("diff --git %s %s\n", from, to)
		if c.Old == nil {
			head += "new file mode 100644\n"
		}
	}
	if c.Old == nil {
		from = os.DevNull
	}
	return head + Unified(ended(from), ended(to), string(c.Old), string(c.New))
}

// label returns a name as git writes it: quoted where it has other than plain
// characters.
func label(name string) string {
	var quoted strings.Builder
	for _, b := range []byte(name) {
		switch {
		case b == '"' || b == '\\':
			quoted.WriteByte('\\')
			quoted.WriteByte(b)
		case b < 0x20 || b == 0x7f:
			fmt.Fprintf(&quoted, `\%03o`, b)
		default:
			quoted.WriteByte(b)
		}
	}
	if quoted.String() == name {
		return name
	}
	return `"` + quoted.String() + `"`
}

// ended returns a label for a line that may have more after the name, such as a date: a tab
// ends one that has a blank.
func ended(label string) string {
	if strings.Contains(label, " ") && !strings.HasPrefix(label, `"`) {
		return label + "\t"
	}
	return label
}

// below reports whether name is a file below dir.
func below(dir, name string) bool {
	rel, err := filepath.Rel(dir, name)
	return err == nil && filepath.IsLocal(rel)
}

// repository returns the root of the git repository around dir, "" if there is none.
func repository(dir string) string {
	for {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}
