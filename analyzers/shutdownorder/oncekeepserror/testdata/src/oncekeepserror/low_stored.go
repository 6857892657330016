package oncekeepserror

import (
	"context"
	"fmt"
	"sync"
)

type vault interface {
	Secret(ctx context.Context, name string) ([]byte, error)
}

type signer struct {
	vault vault
	once  sync.Once
	key   []byte
	err   error
}

// A function of the package gets the value, by way of an interface.
func (s *signer) secret(ctx context.Context) ([]byte, error) {
	s.once.Do(func() { s.key, s.err = s.fetch(ctx) })
	return s.key, s.err
}

func (s *signer) fetch(ctx context.Context) ([]byte, error) {
	key, err := s.vault.Secret(ctx, "signing") // want `one failure of s.vault.Secret is kept until the process exits: s.once.Do \(line 22\) never calls it again`
	if err != nil {
		return nil, fmt.Errorf("fetch the key: %w", err)
	}
	return key, nil
}
