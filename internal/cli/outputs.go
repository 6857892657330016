package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/output"
	"github.com/lifecyclelint/lifecyclelint/internal/output/text"
	"github.com/lifecyclelint/lifecyclelint/internal/scratch"
)

// outputs is the set of flags that say in which formats findings are written,
// and where to.
type outputs struct {
	format  string
	files   []string // format=path
	showFix bool
	group   string
}

func (o *outputs) register(fs *pflag.FlagSet) {
	fs.StringVar(&o.format, "format", "text", "format of the standard output: "+strings.Join(output.Names(), ", "))
	fs.StringArrayVar(&o.files, "out", nil, "also write a file, as format=path; may be repeated")
	fs.StringVar(&o.group, "group", groupFile, "with --format text, what findings are grouped by: file, check, or service (the programs that contain the package)")
	fs.BoolVar(&o.showFix, "show-fix", false, "with --format text, show what each fix would change, or why there is none")
}

func (o *outputs) validate() error {
	if _, err := output.Format(o.format); err != nil {
		return fmt.Errorf("--format: %w", err)
	}
	if !slices.Contains([]string{groupFile, groupCheck, groupService}, o.group) {
		return fmt.Errorf("--group is %q, want file, check or service", o.group)
	}
	for _, file := range o.files {
		format, path, ok := strings.Cut(file, "=")
		if !ok || path == "" {
			return fmt.Errorf("--out is %q, want format=path", file)
		}
		if _, err := output.Format(format); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
		if err := writable(path); err != nil {
			return fmt.Errorf("--out %s: %w", file, err)
		}
	}
	return nil
}

// writable refuses names under which there can be no file, before the analysis.
func writable(name string) error {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a directory", name)
	}
	if info, err := os.Stat(filepath.Dir(name)); err != nil || !info.IsDir() {
		return fmt.Errorf("there is no directory %s", filepath.Dir(name))
	}
	return nil
}

// carryEdits reports whether one of the formats includes the fixes' edits.
func (o *outputs) carryEdits() bool {
	return output.CarriesEdits(o.format) || slices.ContainsFunc(o.files, func(file string) bool {
		format, _, _ := strings.Cut(file, "=")
		return output.CarriesEdits(format)
	})
}

// write writes the files first, each whole or not at all, then the standard
// output.
func (o *outputs) write(cmd *cobra.Command, cfg driver.Config, res *driver.Result) error {
	stdout := cmd.OutOrStdout()
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	for _, file := range o.files {
		format, path, _ := strings.Cut(file, "=")
		write, err := output.Format(format)
		if err != nil {
			return err
		}
		var buf bytes.Buffer
		if err := write(&buf, res, dir); err != nil {
			return fmt.Errorf("--out %s: %w", file, err)
		}
		if err := scratch.WriteFile(path, buf.Bytes()); err != nil {
			return fmt.Errorf("--out %s: %w", file, err)
		}
	}
	if o.format == "text" {
		section, err := o.sections(cmd.Context(), cfg)
		if err != nil {
			return err
		}
		return text.Write(stdout, res, text.Options{Dir: dir, ShowFix: o.showFix, Links: links(stdout), Section: section, Hint: !links(stdout)})
	}
	write, err := output.Format(o.format)
	if err != nil {
		return err
	}
	return write(stdout, res, dir)
}
