// Package auth keeps the challenges of logins in progress.
package auth

import (
	"crypto/rand"
	"sync"
	"time"
)

const sessionTTL = 5 * time.Minute

type login struct {
	user      string
	challenge string
	expires   time.Time
}

// WebAuthnSessionStorage keeps challenges in memory until they expire.
type WebAuthnSessionStorage struct {
	mu            sync.Mutex
	logins        map[string]login
	cleanupTicker *time.Ticker
}

// NewWebAuthnSessionStorage returns an empty storage that forgets expired
// challenges in the background.
func NewWebAuthnSessionStorage() *WebAuthnSessionStorage {
	s := &WebAuthnSessionStorage{
		logins:        make(map[string]login),
		cleanupTicker: time.NewTicker(sessionTTL),
	}
	go s.cleanup()
	return s
}

// Begin returns a new challenge for the user.
func (s *WebAuthnSessionStorage) Begin(user string) (id, challenge string) {
	id, challenge = rand.Text(), rand.Text()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.logins[id] = login{user: user, challenge: challenge, expires: time.Now().Add(sessionTTL)}
	return id, challenge
}

// Finish reports whether challenge answers the login, and for which user.
func (s *WebAuthnSessionStorage) Finish(id, challenge string) (user string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l, ok := s.logins[id]
	delete(s.logins, id)
	return l.user, ok && l.challenge == challenge && time.Now().Before(l.expires)
}

func (s *WebAuthnSessionStorage) cleanup() {
	for now := range s.cleanupTicker.C {
		s.mu.Lock()
		for id, l := range s.logins {
			if now.After(l.expires) {
				delete(s.logins, id)
			}
		}
		s.mu.Unlock()
	}
}

// Stop ends the cleanup.
func (s *WebAuthnSessionStorage) Stop() { s.cleanupTicker.Stop() }
