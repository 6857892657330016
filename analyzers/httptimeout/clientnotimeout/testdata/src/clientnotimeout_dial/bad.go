// Package dial waits for answers of other protocols.
package dial

import (
	"context"
	"net/http"

	"github.com/gomodule/redigo/redis"
	"golang.org/x/oauth2"
)

func connect(addr, password string) (redis.Conn, error) {
	return redis.Dial("tcp", addr, redis.DialPassword(password)) // want `a command never returns when Redis accepts and does not respond: redis.Dial has no limit for reading`
}

func repositories(ctx context.Context, tokens oauth2.TokenSource) (*http.Response, error) {
	client := oauth2.NewClient(ctx, tokens) // want `client.Get at line 19 never returns when the server does not respond: the client of oauth2.NewClient has no Timeout`

	return client.Get("https://api.example.com/repositories")
}
