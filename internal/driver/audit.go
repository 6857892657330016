package driver

import (
	"context"
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

// auditFlag asks the vet tool for the audit, and for nothing else.
const auditFlag = "-audit"

// Audit describes the services among the configured packages. Like Check it goes
// through the go command, which keeps the answers for each package.
func Audit(ctx context.Context, cfg Config) (*Result, error) {
	cfg.Flags, cfg.Adjust = []string{auditFlag}, nil
	res, err := Check(ctx, cfg)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(res.Services, func(a, b service.Service) int { return strings.Compare(a.Package, b.Package) })
	res.Services = slices.CompactFunc(res.Services, func(a, b service.Service) bool { return a.Package == b.Package })
	return res, nil
}

// addService files a service, with its places in this checkout.
func (res *Result) addService(text string, pkgs map[string]pkg) error {
	var s service.Service
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return fmt.Errorf("service: %w", err)
	}
	s.Dir = pkgs[s.Package].dir
	s.Places(func(p *service.Place) {
		if dir := pkgs[p.Pkg].dir; dir != "" {
			p.File = filepath.Join(dir, p.File)
		} else if p.File != "" {
			p.File = path.Join(p.Pkg, p.File)
		}
	})
	res.Services = append(res.Services, s)
	return nil
}
