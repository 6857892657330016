package driver

import (
	"context"
	"slices"

	"golang.org/x/tools/go/packages"
)

// Programs returns for each package the programs among the configured packages that
// it is part of, itself included.
func Programs(ctx context.Context, cfg Config) (map[string][]string, error) {
	cfg, done, err := cfg.withScratch()
	if err != nil {
		return nil, err
	}
	defer done()
	programs := make(map[string][]string)
	for _, c := range cfg.builds() {
		loaded, err := loadImports(ctx, c, false)
		if err != nil {
			return nil, err
		}
		for _, root := range loaded {
			if root.Name != "main" {
				continue
			}
			packages.Visit([]*packages.Package{root}, nil, func(p *packages.Package) {
				programs[p.PkgPath] = append(programs[p.PkgPath], root.PkgPath)
			})
		}
	}
	for path, list := range programs {
		slices.Sort(list)
		programs[path] = slices.Compact(list)
	}
	return programs, nil
}
