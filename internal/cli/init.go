package cli

import (
	"errors"
	"fmt"
	goversion "go/version"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"

	"github.com/lifecyclelint/lifecyclelint/internal/config"
	"github.com/lifecyclelint/lifecyclelint/internal/scaffold"
	"github.com/lifecyclelint/lifecyclelint/internal/scratch"
)

func newInit() *cobra.Command {
	var embed string
	var long strings.Builder
	var names []string
	for _, k := range scaffold.Kits() {
		fmt.Fprintf(&long, "  %-11s %s\n", k.Name, k.Short)
		names = append(names, k.Name)
	}
	cmd := &cobra.Command{
		Use:   "init [" + strings.Join(names, "|") + "]...",
		Short: "write files for CI and other tools, or a copy of the runtime package",
		Long: `Write, below the current directory and without overwriting anything:

` + long.String() + `
What they run is pinned: actions by commit, lifecyclelint by the version that writes
the file. Files that other tools have too stay as they are, and what to add is printed.
Without a word, init looks at what the project uses and proposes.

With --embed, put a copy of the runtime package into a directory of the module
and name it in ` + config.Name + `, so that fixes need no new requirement.`,
		ValidArgs: names,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && embed == "" {
				return propose(cmd.OutOrStdout())
			}
			for _, arg := range args {
				if !slices.Contains(names, arg) {
					return usage(fmt.Errorf("init knows no %q, want %s", arg, strings.Join(names, ", ")))
				}
			}
			pin, known := pinned()
			for _, k := range scaffold.Kits() {
				if slices.Contains(args, k.Name) {
					if err := initKit(cmd, k, pin); err != nil {
						return err
					}
				}
			}
			if len(args) > 0 && !known {
				fmt.Fprintln(cmd.ErrOrStderr(), "lifecyclelint: this build has no version, so the files name the newest: replace it by a release")
			}
			if embed == "" {
				return nil
			}
			return initRuntime(cmd, embed)
		},
	}
	cmd.Flags().StringVar(&embed, "embed", "", "directory for a copy of the runtime package, such as internal/lifecycle")
	return cmd
}

func initKit(cmd *cobra.Command, k scaffold.Kit, pin scaffold.Pin) error {
	done, err := k.Write(".", pin)
	if err != nil {
		return usage(err)
	}
	out := cmd.OutOrStdout()
	for _, name := range done.Written {
		fmt.Fprintf(out, "wrote %s\n", name)
	}
	for _, name := range done.Present {
		fmt.Fprintf(out, "%s has it already\n", name)
	}
	for _, s := range done.Add {
		fmt.Fprintf(out, "add to %s:\n\n%s\n", s.File, s.Text)
	}
	if k.Next != "" && len(done.Written)+len(done.Add) > 0 {
		fmt.Fprintln(out, k.Next)
	}
	return nil
}

// pinned returns the version that writes a file, and whether it is known: a build from
// changed sources is none that others could install.
func pinned() (pin scaffold.Pin, known bool) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return scaffold.Pin{Version: "latest", Revision: "main"}, false
	}
	var revision, modified string
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value
		case "vcs.modified":
			modified = s.Value
		}
	}
	return pinOf(info.Main.Version, revision, modified == "true")
}

// pinOf returns what to write for a version of the module and a revision of its
// repository, either of which may be empty.
func pinOf(version, revision string, modified bool) (scaffold.Pin, bool) {
	version, _, dirty := strings.Cut(version, "+")
	modified = modified || dirty
	switch {
	case modified || !semver.IsValid(version) && revision == "":
		return scaffold.Pin{Version: "latest", Revision: "main"}, false
	case !semver.IsValid(version):
		return scaffold.Pin{Version: revision, Revision: revision}, true
	case !module.IsPseudoVersion(version):
		return scaffold.Pin{Version: version, Revision: version}, true
	case revision == "":
		revision, _ = module.PseudoVersionRev(version)
	}
	return scaffold.Pin{Version: version, Revision: revision}, true
}

// propose says which kits fit the project in the current directory, and writes nothing.
func propose(out io.Writer) error {
	var fit []string
	for _, k := range scaffold.Kits() {
		sign, present := k.Sign(".")
		switch {
		case present:
			fmt.Fprintf(out, "%s: there already\n", k.Name)
		case sign != "":
			fit = append(fit, k.Name)
			fmt.Fprintf(out, "%s: %s, for %s\n", k.Name, k.Short, sign)
		}
	}
	if len(fit) > 0 {
		_, err := fmt.Fprintf(out, "\nto write them: lifecyclelint init %s\n", strings.Join(fit, " "))
		return err
	}
	fmt.Fprintf(out, "nothing else here tells which tools the project uses; to write the files of one:\n\n")
	for _, k := range scaffold.Kits() {
		fmt.Fprintf(out, "  lifecyclelint init %-11s %s\n", k.Name, k.Short)
	}
	return nil
}

// initRuntime puts the copy in place and makes fixes use it.
func initRuntime(cmd *cobra.Command, dir string) error {
	importPath, err := importPathOf(dir)
	if err != nil {
		return usage(err)
	}
	written, err := scaffold.Runtime(dir)
	if err != nil {
		return usage(err)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "wrote %d files to %s\n", len(written), dir)
	line := "lifecycle: " + importPath + "\n"
	name, err := config.Find(".")
	if err != nil {
		return err
	}
	if name != "" {
		fmt.Fprintf(cmd.OutOrStdout(), "add to %s:\n\n%s", name, line)
		return nil
	}
	if err := scratch.WriteFile(config.Name, []byte("version: 1\n\n# The copy of the runtime package that fixes use.\n"+line)); err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "wrote %s\n", config.Name)
	return nil
}

// importPathOf returns the import path of a directory, which need not exist, of
// the module around the current one. That module must be written for a Go version
// that the runtime package compiles with.
func importPathOf(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for root := filepath.Dir(abs); ; root = filepath.Dir(root) {
		data, err := os.ReadFile(filepath.Join(root, "go.mod"))
		if errors.Is(err, os.ErrNotExist) && root != filepath.Dir(root) {
			continue
		} else if err != nil {
			return "", fmt.Errorf("%s is in no module: there is no go.mod above it", dir)
		}
		name := filepath.Join(root, "go.mod")
		mod, err := modfile.ParseLax(name, data, nil)
		if err != nil {
			return "", err
		}
		rel, err := filepath.Rel(root, abs)
		if err != nil || mod.Module == nil {
			return "", fmt.Errorf("%s names no module", name)
		}
		if mod.Go == nil || goversion.Compare("go"+mod.Go.Version, "go"+scaffold.RuntimeGo) < 0 {
			return "", fmt.Errorf("the runtime package needs go %s, and %s states an older version; without the package, --fixes=stdlib makes the fixes that need none", scaffold.RuntimeGo, name)
		}
		return path.Join(mod.Module.Mod.Path, filepath.ToSlash(rel)), nil
	}
}
