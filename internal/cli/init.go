package cli

import (
	"errors"
	"fmt"
	goversion "go/version"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/mod/modfile"

	"github.com/lifecyclelint/lifecyclelint/internal/config"
	"github.com/lifecyclelint/lifecyclelint/internal/scaffold"
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
With --embed, put a copy of the runtime package into a directory of the module
and name it in ` + config.Name + `, so that fixes need no new requirement.`,
		ValidArgs: names,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && embed == "" {
				return usage(fmt.Errorf("want %s, or --embed", strings.Join(names, ", ")))
			}
			for _, arg := range args {
				if !slices.Contains(names, arg) {
					return usage(fmt.Errorf("unknown kit %q, want %s", arg, strings.Join(names, ", ")))
				}
			}
			for _, k := range scaffold.Kits() {
				if slices.Contains(args, k.Name) {
					if err := initKit(cmd, k); err != nil {
						return err
					}
				}
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

func initKit(cmd *cobra.Command, k scaffold.Kit) error {
	written, err := k.Write(".")
	if err != nil {
		return usage(err)
	}
	for _, name := range written {
		fmt.Fprintf(cmd.OutOrStdout(), "wrote %s\n", name)
	}
	if k.Next != "" {
		fmt.Fprintln(cmd.OutOrStdout(), k.Next)
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
	if err := os.WriteFile(config.Name, []byte("version: 1\n\n# The copy of the runtime package that fixes use.\n"+line), 0o644); err != nil {
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
