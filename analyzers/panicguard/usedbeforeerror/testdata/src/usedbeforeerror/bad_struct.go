package usedbeforeerror

import (
	"context"
	"errors"
	"io"

	"golang.org/x/crypto/ssh"

	"example.com/health"
)

type built struct {
	Body io.ReadCloser
	OS   string
}

func build(ctx context.Context, tar io.Reader) (built, error) {
	body, ok := tar.(io.ReadCloser)
	if !ok {
		return built{}, errors.New("no body")
	}
	return built{Body: body}, ctx.Err()
}

// The struct has no body where the call fails.
func buildImage(ctx context.Context, tar io.Reader) error {
	res, err := build(ctx, tar)
	defer res.Body.Close() // want `panic where build fails: res is empty then, and is used before the error is tested, at line 30`
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, res.Body)
	return err
}

// Of another package.
func checkImage(ctx context.Context) error {
	res, err := health.Build(ctx)
	defer res.Body.Close() // want `panic where health.Build fails: res is empty then`
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, res.Body)
	return err
}

// The session is assigned, and nil where there is none.
func runTwice(client *ssh.Client, first, second string) error {
	session, err := client.NewSession()
	if err != nil {
		return err
	}
	defer session.Close()
	if err := session.Run(first); err != nil {
		return err
	}
	session, err = client.NewSession()
	defer session.Close() // want `panic where client.NewSession fails: session is nil then`
	if err != nil {
		return err
	}
	return session.Run(second)
}
