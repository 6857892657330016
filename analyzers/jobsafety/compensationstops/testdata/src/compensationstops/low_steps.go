package compensationstops

import "context"

type tokens interface {
	Revoke(ctx context.Context, id string) error
}

// The caller may call it again until all are revoked.
func revokeTokens(ctx context.Context, ts tokens, ids []string) error {
	for _, id := range ids {
		if err := ts.Revoke(ctx, id); err != nil { // want `the loop ends at the first error of ts\.Revoke.*low confidence`
			return err
		}
	}
	return nil
}
