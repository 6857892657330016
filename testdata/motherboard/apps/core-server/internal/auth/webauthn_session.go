// Package auth keeps the state of logins in progress.
package auth

import (
	"crypto/rand"
	"errors"
	"sync"
	"time"
)

const (
	sessionTTL      = 5 * time.Minute
	cleanupInterval = 5 * time.Minute
)

// ErrSessionExpired is returned for sessions that are unknown or too old.
var ErrSessionExpired = errors.New("webauthn session expired")

// WebAuthnSession is a challenge that waits for the user's authenticator.
type WebAuthnSession struct {
	UserID    string
	Challenge string
	ExpiresAt time.Time
}

// WebAuthnSessionStorage keeps challenges in memory until they expire.
type WebAuthnSessionStorage struct {
	mu            sync.RWMutex
	sessions      map[string]WebAuthnSession
	cleanupTicker *time.Ticker
}

// NewWebAuthnSessionStorage returns an empty storage that forgets expired
// sessions in the background.
func NewWebAuthnSessionStorage() *WebAuthnSessionStorage {
	storage := &WebAuthnSessionStorage{sessions: make(map[string]WebAuthnSession)}
	storage.cleanupTicker = time.NewTicker(cleanupInterval)
	go storage.cleanup()
	return storage
}

// Begin stores a new challenge for the user and returns the session's ID.
func (s *WebAuthnSessionStorage) Begin(userID string) (id string, session WebAuthnSession) {
	id = rand.Text()
	session = WebAuthnSession{
		UserID:    userID,
		Challenge: rand.Text(),
		ExpiresAt: time.Now().Add(sessionTTL),
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sessions[id] = session
	return id, session
}

// Take returns a session and removes it: a challenge is good for one answer.
func (s *WebAuthnSessionStorage) Take(id string) (WebAuthnSession, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	session, ok := s.sessions[id]
	if !ok || time.Now().After(session.ExpiresAt) {
		return WebAuthnSession{}, ErrSessionExpired
	}
	delete(s.sessions, id)
	return session, nil
}

// Len returns the number of stored sessions.
func (s *WebAuthnSessionStorage) Len() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.sessions)
}

func (s *WebAuthnSessionStorage) cleanup() {
	for range s.cleanupTicker.C {
		s.removeExpired(time.Now())
	}
}

func (s *WebAuthnSessionStorage) removeExpired(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, session := range s.sessions {
		if now.After(session.ExpiresAt) {
			delete(s.sessions, id)
		}
	}
}

// Stop ends the cleanup.
func (s *WebAuthnSessionStorage) Stop() {
	if s.cleanupTicker != nil {
		s.cleanupTicker.Stop()
	}
}
